/**
 * Reads a text file whole, within a byte limit, and says what it was: size, hash, mode, byte order mark. Directories,
 * symbolic links, devices and binary content are refused before anything is decoded.
 */
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { ToolboxError, type ToolboxErrorCode, toFileError } from "../toolbox-error.ts";
import type { Location } from "../workspace-location.ts";

/** A NUL byte this early is what tells binary content from text; git uses the same rule. */
const BINARY_PROBE_BYTES = 8 * 1024;

export interface FileContent {
  readonly bytes: Buffer;
  /** Lowercase hexadecimal SHA-256 of the bytes on disk. */
  readonly sha256: string;
  readonly mtimeMs: number;
}

export interface TextFile extends FileContent {
  /** The text without its byte order mark. */
  readonly text: string;
  /** The byte order mark to put back when the file is written: one character or none. */
  readonly byteOrderMark: string;
}

export interface SizeLimit {
  readonly maxBytes: number;
  readonly code: Extract<ToolboxErrorCode, "SIZE_LIMIT_EXCEEDED" | "FILE_TOO_LARGE">;
}

/** The content of a regular file that is not binary. */
export async function readFileContent(location: Location, limit: SizeLimit): Promise<FileContent> {
  const { absolute, shown } = location;
  try {
    await requireRegularFile(location);
    await using handle = await open(absolute, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    const { size, mtimeMs } = await handle.stat();
    if (size > limit.maxBytes) throw tooLarge(shown, limit);
    const bytes = await readAtMost(handle, limit.maxBytes + 1);
    if (bytes.length > limit.maxBytes) throw tooLarge(shown, limit);
    if (isBinary(bytes)) {
      throw new ToolboxError("BINARY_NOT_SUPPORTED", `"${shown}" is a binary file; only text can be handled`);
    }
    return { bytes, sha256: sha256Of(bytes), mtimeMs };
  } catch (error) {
    throw toFileError(error, "read", shown);
  }
}

/** Text that can be written back without loss: bytes that are not UTF-8 are refused rather than replaced. */
export async function readTextFile(location: Location, limit: SizeLimit): Promise<TextFile> {
  const content = await readFileContent(location, limit);
  const decoded = decodeExactly(content.bytes, location.shown);
  const byteOrderMark = decoded.startsWith("\uFEFF") ? "\uFEFF" : "";
  return { ...content, text: decoded.slice(byteOrderMark.length), byteOrderMark };
}

export async function requireRegularFile({ absolute, shown, isLink }: Location): Promise<void> {
  if (isLink) throw new ToolboxError("NOT_FILE", `"${shown}" is reached through a symbolic link; name the file itself`);
  const stats = await lstat(absolute).catch((error: unknown) => {
    throw toFileError(error, "read", shown);
  });
  if (stats.isFile()) return;
  throw new ToolboxError(
    "NOT_FILE",
    `"${shown}" is ${stats.isDirectory() ? "a directory" : "a special file"}, not a file`,
  );
}

export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, BINARY_PROBE_BYTES).includes(0);
}

export function sha256Of(content: Buffer | string): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Reads until the end or the limit, whatever size the file claims: it may grow, and some report none. */
async function readAtMost(handle: FileHandle, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < limit) {
    const chunk = Buffer.allocUnsafe(Math.min(256 * 1024, limit - length));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length);
    if (bytesRead === 0) break;
    chunks.push(chunk.subarray(0, bytesRead));
    length += bytesRead;
  }
  return Buffer.concat(chunks, length);
}

function decodeExactly(bytes: Buffer, shown: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new ToolboxError("BINARY_NOT_SUPPORTED", `"${shown}" is not UTF-8 text; rewriting it would damage it`, {
      cause,
    });
  }
}

function tooLarge(shown: string, { code, maxBytes }: SizeLimit): ToolboxError {
  return new ToolboxError(code, `"${shown}" is larger than ${maxBytes} bytes`, { data: { path: shown, maxBytes } });
}
