-- Opens a file, waits for findings, takes the first fix, renames a card; writes what came of it.
local folder, out, command = vim.env.NANORI_FOLDER, vim.env.NANORI_OUT, vim.env.NANORI_COMMAND
local result = {}
local function write()
  local file = io.open(out, "w")
  file:write(vim.fn.json_encode(result))
  file:close()
end
local path = folder .. "/harbor.csv"
vim.cmd("edit " .. path)
local buffer = vim.api.nvim_get_current_buf()
local id = vim.lsp.start_client({ name = "nanori", cmd = { command, "-m", "nanori", "lsp" }, root_dir = folder,
  workspace_folders = { { uri = vim.uri_from_fname(folder), name = "cards" } } })
vim.lsp.buf_attach_client(buffer, id)
local function found() return #vim.diagnostic.get(buffer) end
vim.wait(60000, function() return found() > 0 end, 50)
result.before = {}
for _, each in ipairs(vim.diagnostic.get(buffer)) do
  table.insert(result.before, { each.lnum, each.col, each.message })
end
local client = vim.lsp.get_client_by_id(id)
local first = vim.diagnostic.get(buffer)[1]
local where = { line = first.lnum, character = first.col }
local params = { textDocument = vim.lsp.util.make_text_document_params(buffer),
  range = { start = where, ["end"] = where }, context = { diagnostics = {} } }
local actions = client.request_sync("textDocument/codeAction", params, 30000, buffer)
result.titles = {}
for _, action in ipairs(actions.result) do table.insert(result.titles, action.title) end
vim.lsp.util.apply_workspace_edit(actions.result[1].edit, client.offset_encoding)
local before = found()
vim.wait(30000, function() return found() < before end, 50)
result.after = found()
result.line = vim.api.nvim_buf_get_lines(buffer, first.lnum, first.lnum + 1, false)[1]
vim.fn.search("Lantern Gull")
vim.lsp.buf.rename("Beacon Gull")
vim.wait(60000, function() return vim.fn.search("Lantern Gull", "nw") == 0 end, 50)
vim.cmd("wall")
vim.lsp.stop_client(id)
write()
vim.cmd("qall!")
