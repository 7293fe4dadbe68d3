/** Bytes in use by this process, of the engine's own and of buffers, after collecting garbage. */
export async function bytesInUse(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error('run node with --expose-gc')
  for (let pass = 0; pass < 4; pass++) {
    globalThis.gc()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`
}
