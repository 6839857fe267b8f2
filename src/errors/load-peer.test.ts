import { expect, test } from "vitest";
import { loadPeer } from "./load-peer.ts";

const missing = "kigumi-no-such-package";

test("a peer that is installed is loaded", async () => {
  expect(await loadPeer("zod", "this test", () => import("zod"))).toHaveProperty("z");
});

test("a peer that is not installed is named, with the command that installs it", async () => {
  await expect(loadPeer(missing, "the bridge", () => import(missing))).rejects.toMatchObject({
    code: "missing_peer",
    message: `the bridge needs the package ${missing}, which is not installed; run: npm install ${missing}`,
    data: { package: missing },
  });
});

test("what is missing inside an installed peer, and any other failure, is passed on as it is", async () => {
  await expect(loadPeer("zod", "this test", () => import(missing))).rejects.not.toHaveProperty("code", "missing_peer");
  const broken = new Error("does not load");
  await expect(loadPeer("zod", "this test", () => Promise.reject(broken))).rejects.toBe(broken);
});
