// Starts `nanori lsp` and lets it speak with the editor; all else is the server's.

import { ExtensionContext, window, workspace } from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

const SECTION = "nanori";

/** The languages whose files may hold cards; the server tells by the content whether they do. */
const LANGUAGES = ["plaintext", "json", "jsonl", "csv", "tsv", "xml", "markdown", "po", "nanori-cards"];

let client: LanguageClient | undefined;

/** What nanori.toml would have, as the settings of the editor have it. */
function settings(): object {
  return workspace.getConfiguration(SECTION).get<object>("settings") ?? {};
}

export async function activate(context: ExtensionContext): Promise<void> {
  const [command, ...args] = workspace.getConfiguration(SECTION).get<string[]>("command") ?? [];
  if (!workspace.isTrusted || !command) {
    return; // a program is run only where the user trusts the folder
  }
  const server: ServerOptions = { command, args };
  const options: LanguageClientOptions = {
    documentSelector: LANGUAGES.map((language) => ({ scheme: "file", language })),
    initializationOptions: { nanori: settings() },
  };
  client = new LanguageClient(SECTION, "nanori", server, options);
  context.subscriptions.push(
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`${SECTION}.settings`)) {
        void client?.sendNotification("workspace/didChangeConfiguration", {
          settings: { nanori: settings() },
        });
      }
    }),
  );
  try {
    await client.start();
  } catch {
    const says = `“${command}” could not be started: pip install 'nanori[lsp]', or set nanori.command.`;
    void window.showErrorMessage(says);
  }
}

export function deactivate(): Thenable<void> | undefined {
  return client?.stop();
}
