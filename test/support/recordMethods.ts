import type { PreconfDevnet } from '../../src/types/devnet.ts'

/** Collects the methods of all requests from now on. */
export function recordMethods(devnet: PreconfDevnet): string[] {
  const methods: string[] = []
  devnet.on('request', ({ method }) => methods.push(method))
  return methods
}
