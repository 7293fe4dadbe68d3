import { parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'

const mnemonic = 'test test test test test test test test test test test junk'
/** Of the accounts that send. */
export const accountCount = 5
export const fundedWei = parseEther('10000')

const forkBlocks = ['homestead', 'eip150', 'eip155', 'eip158', 'byzantium', 'constantinople']
  .concat('petersburg', 'istanbul', 'berlin', 'london')
  .map((name) => [`${name}Block`, 0])

/** A genesis that other devnets can run the chain on. */
export const genesis = {
  config: {
    chainId: 31_337,
    ...Object.fromEntries(forkBlocks),
    terminalTotalDifficulty: 0,
    shanghaiTime: 0,
    cancunTime: 0,
  },
  difficulty: '0x0',
  gasLimit: '0x1c9c380',
  timestamp: '0x6955b900',
  alloc: Object.fromEntries(
    Array.from({ length: accountCount }, (_, addressIndex) => [
      mnemonicToAccount(mnemonic, { addressIndex }).address,
      { balance: `0x${fundedWei.toString(16)}` },
    ]),
  ),
}
