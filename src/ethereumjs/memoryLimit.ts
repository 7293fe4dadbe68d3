import { type EVM, EVMError } from '@ethereumjs/evm'

interface RunState {
  readonly memoryWordCount: bigint
}

interface Opcode {
  readonly gasHandler: (runState: RunState, ...rest: unknown[]) => Promise<bigint>
}

const bytesPerWord = 32n

/**
 * Ends calls that use more memory than so many bytes as those without gas end. EthereumJS grows the
 * memory of a call where it computes the gas of an opcode, and has no other place to look at it.
 */
export function limitMemory(evm: EVM, bytes: number): void {
  const opcodes = (evm as unknown as { _opcodeMap: Record<number, Opcode> })._opcodeMap
  const mostWords = BigInt(bytes) / bytesPerWord
  for (const [code, opcode] of Object.entries(opcodes)) {
    if (opcode?.gasHandler === undefined) continue
    opcodes[Number(code)] = {
      ...opcode,
      gasHandler: async (runState, ...rest) => {
        const gas = await opcode.gasHandler(runState, ...rest)
        if (runState.memoryWordCount > mostWords) {
          throw new EVMError(EVMError.errorMessages.OUT_OF_GAS)
        }
        return gas
      },
    }
  }
}
