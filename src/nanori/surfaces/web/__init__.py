"""Card files go in through a page in a browser; what nanori says about them comes out there.

`answers` has the page's questions, pure functions from JSON to JSON. `server` gives them to a
browser on this machine; in the page without a server the same functions run inside the browser.
`page` is what the browser shows.
"""
