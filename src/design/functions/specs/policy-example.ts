/** A design whose one agent has this run policy. */
export function policyExample(policy: string): string {
  return `
export const desk = Service("desk", () => {
  Agent("chat", "Conversational runner", () => {
    RunPolicy(() => {
${policy.trim().replace(/^/gm, "      ")}
    });
  });
});`;
}
