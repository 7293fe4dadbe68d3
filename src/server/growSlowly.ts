import { setFlagsFromString } from 'node:v8'

/**
 * Has V8 collect garbage whenever the heap has grown by half, in all threads of the process. By itself it lets a heap
 * grow up to four times, and gives nothing back while the process idles: a thousand chains that have fallen
 * asleep then keep twice of what they are. Takes no more CPU time with that many chains.
 */
export function growSlowly(): void {
  // Bun and Deno have no such flag.
  if (process.versions.bun === undefined && process.versions.deno === undefined) {
    setFlagsFromString('--heap-growing-percent=50')
  }
}
