import { expect, test } from "vitest";
import { createLoopbackServer } from "./loopback-server.ts";

test("a request arrives as data and its answer leaves as data", async () => {
  await using server = await createLoopbackServer(({ method, path, query, headers, body }) => ({
    status: 201,
    headers: { "x-seen": String(headers["x-sent"]) },
    body: `${method} ${path} ${query.get("q")} ${body}`,
  }));
  const response = await fetch(`${server.url}/a/b?q=1`, {
    method: "POST",
    body: "héllo",
    headers: { "x-sent": "yes" },
  });
  expect([response.status, response.headers.get("x-seen"), await response.text()]).toEqual([
    201,
    "yes",
    "POST /a/b 1 héllo",
  ]);
});

test("a body in pieces is streamed as it comes", async () => {
  const gate = Promise.withResolvers<void>();
  async function* pieces() {
    yield "first";
    await gate.promise;
    yield "second";
  }
  await using server = await createLoopbackServer(() => ({ body: pieces() }));
  const reader = (await fetch(server.url)).body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe("first");
  gate.resolve();
  expect((await reader?.read())?.value).toBe("second");
  expect((await reader?.read())?.done).toBe(true);
});

test("a handler that throws answers 500 with its message; one that throws in the middle cuts the answer off", async () => {
  async function* breaks() {
    yield "half";
    throw new Error("lost");
  }
  await using server = await createLoopbackServer(({ path }) => {
    if (path === "/half") return { body: breaks() };
    throw new Error("no such step");
  });
  const response = await fetch(server.url);
  expect([response.status, await response.text()]).toEqual([500, "no such step"]);
  await expect(fetch(`${server.url}/half`).then((half) => half.text())).rejects.toThrow();
});

test("the signal fires when the client hangs up, and closing does not wait for clients that linger", async () => {
  const arrived = Promise.withResolvers<AbortSignal>();
  const server = await createLoopbackServer(({ signal }) => {
    arrived.resolve(signal);
    return new Promise(() => {});
  });
  const hangUp = new AbortController();
  const request = fetch(server.url, { signal: hangUp.signal });
  const signal = await arrived.promise;
  const fired = new Promise((resolve) => signal.addEventListener("abort", resolve));
  hangUp.abort();
  await expect(request).rejects.toThrow();
  await fired;

  const lingering = fetch(server.url).catch((error: unknown) => error);
  await server[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  expect(await lingering).toBeInstanceOf(Error);
});
