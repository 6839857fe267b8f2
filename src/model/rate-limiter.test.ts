import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens } from "./estimate-tokens.ts";
import { createRateLimiter } from "./rate-limiter.ts";
import { instantClock, stoppedClock } from "./testing/instant-clock.ts";

test("3.20 requests within the bucket pass at once, the next one waits for its tokens", async () => {
  const clock = instantClock();
  const limiter = createRateLimiter({ tokensPerMinute: 600, clock });
  await limiter.acquire(400);
  await limiter.acquire(200);
  expect(clock.pauses).toEqual([]);
  await limiter.acquire(100);
  expect(clock.pauses).toEqual([10_000]);
});

test("3.20 a request larger than the bucket waits for a full one and leaves a debt, instead of failing", async () => {
  const clock = instantClock();
  const limiter = createRateLimiter({ tokensPerMinute: 600, clock });
  await limiter.acquire(300);
  await limiter.acquire(1_800);
  expect(clock.pauses).toEqual([30_000]);
  await limiter.acquire(600);
  expect(clock.pauses).toEqual([30_000, 180_000]);
});

test("3.20 a success adds 5 % of the initial rate up to the maximum", () => {
  const limiter = createRateLimiter({ tokensPerMinute: 1_000, maxTokensPerMinute: 1_080, clock: instantClock() });
  limiter.succeeded();
  expect(limiter.tokensPerMinute).toBe(1_050);
  limiter.succeeded();
  expect(limiter.tokensPerMinute).toBe(1_080);
});

test("3.20 a refusal halves the rate, down to 10 % of the initial one", () => {
  const limiter = createRateLimiter({ tokensPerMinute: 1_000, clock: instantClock() });
  const rates = [1, 2, 3, 4, 5].map(() => {
    limiter.rateLimited();
    return limiter.tokensPerMinute;
  });
  expect(rates).toEqual([500, 250, 125, 100, 100]);
});

test("nothing is let through before the time the provider asked for", async () => {
  const clock = instantClock();
  const limiter = createRateLimiter({ tokensPerMinute: 600, clock });
  limiter.rateLimited(7_000);
  limiter.rateLimited(2_000);
  await limiter.acquire(1);
  expect(clock.pauses).toEqual([7_000]);
});

test("60,000 tokens a minute when nothing is said", () => {
  expect(createRateLimiter().tokensPerMinute).toBe(60_000);
});

test("a rate that can never be met is refused when the limiter is made", () => {
  expect(() => createRateLimiter({ tokensPerMinute: 0 })).toThrow(/0 < tokensPerMinute/);
  expect(() => createRateLimiter({ tokensPerMinute: 10, maxTokensPerMinute: 5 })).toThrow(/maxTokensPerMinute/);
});

test("an abort ends the wait of its own request, leaves no timer and lets those behind it pass", async () => {
  const clock = stoppedClock();
  const limiter = createRateLimiter({ tokensPerMinute: 100, clock });
  await limiter.acquire(100);
  const first = new AbortController();
  const waiting = limiter.acquire(50, first.signal);
  const second = new AbortController();
  const behind = limiter.acquire(50, second.signal);
  const free = limiter.acquire(0);
  first.abort(new Error("first gave up"));
  await expect(waiting).rejects.toThrow("first gave up");
  second.abort(new Error("second gave up"));
  await expect(behind).rejects.toThrow("second gave up");
  await free;
  expect(clock.pending).toBe(0);
});

test("first come, first served, and never more than the bucket and its refill", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 20 }), async (sizes) => {
      const clock = instantClock();
      const limiter = createRateLimiter({ tokensPerMinute: 600, clock });
      const served: number[] = [];
      let taken = 0;
      await Promise.all(
        sizes.map(async (size, index) => {
          await limiter.acquire(size);
          served.push(index);
          taken += size;
          expect(taken).toBeLessThanOrEqual(600 + clock.now().getTime() / 100 + 1e-6);
        }),
      );
      expect(served).toEqual(sizes.map((_, index) => index));
    }),
  );
});

test("3.20 a request is estimated at a third of its characters and 500", () => {
  expect(estimateTokens({ prompt: [] })).toBe(500);
  expect(estimateTokens({ prompt: [{ role: "system", content: "x".repeat(300) }] })).toBe(600);
  expect(
    estimateTokens({
      prompt: [
        {
          role: "user",
          content: [
            { type: "text", text: "abc" },
            { type: "file", mediaType: "image/png", data: { type: "data", data: "x".repeat(9_000) } },
          ],
        },
        { role: "assistant", content: [{ type: "tool-call", toolCallId: "1", toolName: "t", input: { a: 1 } }] },
        {
          role: "tool",
          content: [
            { type: "tool-result", toolCallId: "1", toolName: "t", output: { type: "text", value: "12345" } },
            {
              type: "tool-result",
              toolCallId: "2",
              toolName: "t",
              output: { type: "content", value: [{ type: "text", text: "1234567890" }] },
            },
          ],
        },
      ],
    }),
  ).toBe(500 + Math.ceil((3 + 7 + 5 + 10) / 3));
});
