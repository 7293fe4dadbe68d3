import { expect, test, vi } from 'vitest'
import { printTraces } from '../../src/app/printTraces.ts'
import { testDevnet } from '../support/testDevnet.ts'

test('with printTraces a devnet prints what its sealed transactions did, in their order', async () => {
  const printed: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((text) => printed.push(String(text)))
  try {
    await using devnet = await testDevnet({ mining: 'auto', artifacts: false, printTraces: true })
    const { provider, accounts } = devnet
    // Whoever listens later is told later.
    let count = 0
    const told = new Promise<void>((resolve) => {
      printTraces(devnet, () => {
        if (++count === 2) resolve()
      })
    })
    const hashes: string[] = []
    for (const data of ['0x6001600055', '0x5f5ffd']) {
      const params = [{ from: accounts[0]?.address, data, gas: '0x186a0' }]
      hashes.push(await provider.request({ method: 'eth_sendTransaction', params }))
    }
    await told
    expect(printed).toEqual([
      expect.stringMatching(new RegExp(`^trace ${hashes[0]}\\n {2}\\[\\d+\\] → new <unknown>@0x`)),
      expect.stringMatching(new RegExp(`^trace ${hashes[1]}\\n[^]*\\[Revert\\] reverted without`)),
    ])
  } finally {
    log.mockRestore()
  }
})
