import { type EVM, EVMError } from '@ethereumjs/evm'
import { insideOf } from './privateMembers.ts'

const bytesPerWord = 32n

/**
 * Ends calls that use more memory than so many bytes as those without gas end. EthereumJS grows the
 * memory of a call where it computes the gas of an opcode, and has no other place to look at it.
 */
export function limitMemory(evm: EVM, bytes: number): void {
  const opcodes = insideOf(evm)._opcodeMap
  const mostWords = BigInt(bytes) / bytesPerWord
  for (const [code, opcode] of opcodes.entries()) {
    const { gasHandler } = opcode
    if (gasHandler === undefined) continue
    opcodes[code] = {
      ...opcode,
      gasHandler: async (runState, ...rest) => {
        const gas = await gasHandler(runState, ...rest)
        if (runState.memoryWordCount > mostWords) {
          throw new EVMError(EVMError.errorMessages.OUT_OF_GAS)
        }
        return gas
      },
    }
  }
}
