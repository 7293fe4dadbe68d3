import { expect, test, vi } from 'vitest'
import { printTraces } from '../../src/app/printTraces.ts'
import { yieldToEventLoop } from '../../src/clock/pace.ts'
import { projectFolder } from '../support/projectFolder.ts'
import { hardhat2Files, solcBuild, solcContract } from '../support/solcBuild.ts'
import { deployContract } from '../support/solidityProject.ts'
import { testDevnet } from '../support/testDevnet.ts'

test('with printTraces a devnet prints what its sealed transactions did, in their order', async () => {
  const printed: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((text) => printed.push(String(text)))
  try {
    await using devnet = await testDevnet({ mining: 'auto', artifacts: false, printTraces: true })
    const { provider, accounts } = devnet
    const hashes: string[] = []
    for (const data of ['0x6001600055', '0x5f5ffd']) {
      const params = [{ from: accounts[0]?.address, data, gas: '0x186a0' }]
      hashes.push(await provider.request({ method: 'eth_sendTransaction', params }))
    }
    while (printed.length < hashes.length) await yieldToEventLoop()
    expect(printed).toEqual([
      expect.stringMatching(new RegExp(`^trace ${hashes[0]}\\n {2}\\[\\d+\\] → new <unknown>@0x`)),
      expect.stringMatching(new RegExp(`^trace ${hashes[1]}\\n[^]*\\[Revert\\] reverted without`)),
    ])
  } finally {
    log.mockRestore()
  }
})

test('with internal it tells functions that contracts jump into', async () => {
  const build = solcBuild({
    'contracts/Vault.sol': `pragma solidity ^0.8.0;
contract Vault {
  uint total;
  function put(uint amount) external { _add(amount); }
  function _add(uint amount) internal { total += amount; }
}
`,
  })
  await using project = await projectFolder(hardhat2Files(build))
  await using devnet = await testDevnet({
    mining: 'auto',
    artifacts: [project.path],
  })
  const { provider, accounts } = devnet
  const to = await deployContract(provider, build, 'Vault')
  const received = new Promise<string>((resolve) => {
    printTraces({ devnet, observer: provider }, 'internal', (_hash, { text }) => resolve(text))
  })
  const data = `0x${solcContract(build, 'Vault').evm.methodIdentifiers['put(uint256)']}${'05'.padStart(64, '0')}`
  const params = [{ from: accounts[0]?.address, to, data, gas: '0x186a0' }]
  await provider.request({ method: 'eth_sendTransaction', params })
  expect(await received).toMatch(
    /Vault::put\(amount: 5\)\n {4}├─ Vault\._add \(contracts\/Vault\.sol:5\)\n/,
  )
})
