"""Card files go in by a page in a browser; what nanori says of them comes out there.

`answers` are the questions of the page, pure functions from JSON to JSON. `server` gives them to a
browser on this machine; in the page without a server the same functions run inside the browser.
`page` is what the browser shows.
"""
