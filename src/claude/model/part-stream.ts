/** Parts as the stream that the model port asks for. A failure is its last part; an abort breaks it off. */
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";

export function partStream(
  parts: AsyncGenerator<LanguageModelV4StreamPart, void, undefined>,
  signal?: AbortSignal,
): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (signal?.aborted) return controller.error(signal.reason);
        controller.enqueue({ type: "error", error });
        controller.close();
      }
    },
    async cancel() {
      await parts.return();
    },
  });
}
