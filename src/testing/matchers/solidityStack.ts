import type { Executed } from './executed.ts'

/** Says in which lines something failed: as further lines of a message, empty where nobody knows. */
export type Where = () => Promise<string>

/** By what a node has told with its error. */
export function whereTold(solidityStack: unknown): Where {
  return async () => shown(solidityStack)
}

/** By running the transaction again. */
export function whereRun({ chain, hash }: Executed): Where {
  return async () => {
    // Nodes of others have no such method.
    const told: Told | null = await chain
      .request({ method: 'preconf_stackTrace', params: [hash] })
      .catch(() => null)
    const isKnown = told?.stackTrace.some(({ sourceReference }) => sourceReference !== undefined)
    return isKnown ? shown(told?.solidityStack) : ''
  }
}

interface Told {
  readonly solidityStack: string
  readonly stackTrace: readonly { readonly sourceReference?: object | undefined }[]
}

function shown(solidityStack: unknown): string {
  if (typeof solidityStack !== 'string' || solidityStack === '') return ''
  return solidityStack
    .split('\n')
    .map((line) => `\n    at ${line}`)
    .join('')
}
