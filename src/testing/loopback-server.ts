/**
 * Plain HTTP on 127.0.0.1 for scripted endpoints: requests arrive as data, answers leave as data, and a body given in
 * pieces is streamed as it comes. Closing it ends what is still open, so a test never waits for a client that lingers.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { messageOf } from "../errors/kigumi-error.ts";

export interface LoopbackRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Fires when the client hangs up before it was answered. */
  readonly signal: AbortSignal;
}

export interface LoopbackResponse {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | AsyncIterable<string>;
}

export interface LoopbackServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
}

export type LoopbackHandler = (request: LoopbackRequest) => LoopbackResponse | Promise<LoopbackResponse>;

export async function createLoopbackServer(handle: LoopbackHandler): Promise<LoopbackServer> {
  const server = createServer((incoming, outgoing) => {
    respond(handle, incoming, outgoing).catch((error) => fail(outgoing, error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

export function jsonResponse(
  value: unknown,
  more: Pick<LoopbackResponse, "status" | "headers"> = {},
): LoopbackResponse {
  const headers = { "content-type": "application/json", ...more.headers };
  return { ...more, headers, body: JSON.stringify(value) };
}

export function eventStream(body: AsyncIterable<string>): LoopbackResponse {
  return { headers: { "content-type": "text/event-stream" }, body };
}

async function respond(handle: LoopbackHandler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const hangUp = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) hangUp.abort(new DOMException("the client hung up", "AbortError"));
  });
  const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://127.0.0.1");
  const {
    status = 200,
    headers = {},
    body = "",
  } = await handle({
    method: incoming.method ?? "GET",
    path: pathname,
    query: searchParams,
    headers: incoming.headers,
    body: await textOf(incoming),
    signal: hangUp.signal,
  });

  outgoing.writeHead(status, headers);
  if (typeof body === "string") {
    outgoing.end(body);
    return;
  }
  for await (const piece of body) {
    if (hangUp.signal.aborted) return;
    outgoing.write(piece);
  }
  outgoing.end();
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  incoming.setEncoding("utf8");
  let text = "";
  for await (const piece of incoming) text += piece;
  return text;
}

/** A handler that throws is a defect of the script: whoever asked is told, and a half-sent answer is cut off. */
function fail(outgoing: ServerResponse, error: unknown): void {
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(500, { "content-type": "text/plain" }).end(messageOf(error));
}
