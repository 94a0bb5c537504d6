// Whom the page asks: a server on this machine, or nanori itself in a worker of the browser.

/** A question that was not answered; the message is one line for people. */
export class Refused extends Error {}

class Server {
  async ask(kind, question) {
    let response;
    try {
      response = await fetch(`api/${kind}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(question),
      });
    } catch {
      throw new Refused("nanori serve does not answer");
    }
    const answer = await response.json().catch(() => ({ error: response.statusText }));
    if (answer.error !== undefined) throw new Refused(answer.error);
    return answer;
  }
}

class InWorker {
  /** Begun by the first question: what it loads is large. */
  #worker = null;
  #waiting = new Map();
  #last = 0;

  #begin() {
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => {
      const { resolve, reject } = this.#waiting.get(data.number);
      this.#waiting.delete(data.number);
      const answer = data.failure ? { error: data.failure } : JSON.parse(data.json);
      if (answer.error === undefined) resolve(answer);
      else reject(new Refused(answer.error));
    };
    this.#worker.onerror = (event) => this.#fail(event.message || "the worker cannot be started");
  }

  ask(kind, question) {
    if (this.#worker === null) this.#begin();
    const number = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#worker.postMessage({ number, kind, question: JSON.stringify(question) });
    });
  }

  #fail(reason) {
    for (const { reject } of this.#waiting.values()) reject(new Refused(reason));
    this.#waiting.clear();
  }
}

export const isServed = document.documentElement.dataset.engine === "server";
export const engine = isServed ? new Server() : new InWorker();
