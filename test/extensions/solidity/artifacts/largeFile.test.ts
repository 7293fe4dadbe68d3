import { execFile } from 'node:child_process'
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import type { Wanted } from '../../../../src/extensions/solidity/artifacts/jsonPlaces.ts'
import { scanFile } from '../../../../src/extensions/solidity/artifacts/scanFile.ts'
import { received } from '../../../../src/extensions/solidity/artifacts/scanInWorker.ts'
import { root } from '../../../support/installedPackage.ts'
import { projectFolder } from '../../../support/projectFolder.ts'
import { solcBuild, solcContract } from '../../../support/solcBuild.ts'

const name = 'contracts/Door.sol'
const build = solcBuild({
  [name]: `pragma solidity ^0.8.0;
contract Door {
  mapping(address => uint) public balances;
  function open(uint with) external view {
    require(with == balances[msg.sender] + 7, "locked");
  }
}
`,
})
const { evm } = solcContract(build, 'Door')

/** Fails in a call, and meanwhile asks for the block number again and again. */
const script = `
const { createDevnet } = require(${JSON.stringify(join(root, 'dist/index.cjs'))})
async function main() {
  const devnet = await createDevnet({ mining: 'auto', artifacts: ['.'] })
  const ask = (method, ...params) => devnet.provider.request({ method, params })
  const [from] = await ask('eth_accounts')
  const hash = await ask('eth_sendTransaction', { from, data: '0x${evm.bytecode.object}' })
  const { contractAddress: to } = await ask('eth_getTransactionReceipt', hash)
  const before = process.memoryUsage.rss()
  let isDone = false
  const data = '0x${evm.methodIdentifiers['open(uint256)']}${'00'.repeat(32)}'
  const failing = ask('eth_call', { from, to, data }).catch(Object).finally(() => { isDone = true })
  let answered = 0
  let most = before
  for (; !isDone; answered++) {
    await ask('eth_blockNumber')
    most = Math.max(most, process.memoryUsage.rss())
    await new Promise(setImmediate)
  }
  const { message, solidityStack } = await failing
  console.log(JSON.stringify({ message, solidityStack, answered, bytes: most - before }))
  await devnet.close()
}
main()
`

/** So many copies of what solc writes of a contract are a build-info of 100 MB, as those of large projects are. */
async function writeBuildInfo(path: string, megabytes: number): Promise<void> {
  const { version, input, output } = build
  const contracts = JSON.stringify(output.contracts[name])
  const source = JSON.stringify(output.sources[name])
  const copies = Math.ceil((megabytes * 1e6) / (contracts.length + source.length))
  // Of equal codes the last one is told.
  const isOwn = (copy: number) => copy === copies - 1
  const nameOf = (copy: number) => (isOwn(copy) ? name : `contracts/Copy${copy}.sol`)
  await writeFile(path, `{"solcVersion":"${version}","input":${JSON.stringify(input)},"output":{`)
  for (const [key, text] of [
    ['"contracts":{', contracts],
    ['},"sources":{', source],
  ] as const) {
    await appendFile(path, key)
    for (let from = 0; from < copies; from += 50) {
      const some = Array.from({ length: Math.min(50, copies - from) }, (_, at) => from + at)
      const texts = some.map((copy) => {
        const received = text
          .replace('"Door":', `"Copy${copy}":`)
          .replace('"id":0', `"id":${copy + 1}`)
        return `${copy === 0 ? '' : ','}"${nameOf(copy)}":${isOwn(copy) ? text : received}`
      })
      await appendFile(path, texts.join(''))
    }
  }
  await appendFile(path, '}}}')
}

test('a build-info of 100 MB takes 150 MB at most, and others are answered while it is read', async () => {
  await using project = await projectFolder({ 'package.json': {}, 'artifacts/x.json': {} })
  await writeBuildInfo(join(project.path, 'artifacts/big.json'), 100)
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], {
    cwd: project.path,
  })
  const { message, solidityStack, answered, bytes } = JSON.parse(stdout)
  expect({ message, solidityStack }).toEqual({
    message: 'execution reverted: locked',
    solidityStack: `Door.open (${name}:5)`,
  })
  expect(bytes).toBeLessThan(150e6)
  // Were it read in one go, one would be answered before and one after.
  expect(answered).toBeGreaterThan(50)
})

test('what is found in a file comes in parts that are one whole', async () => {
  const content = {
    id: 'x',
    contracts: { a: { A: { abi: [1] } }, b: { B: { abi: [2] } } },
    output: { contracts: { c: { C: { abi: [3] } } }, sources: {} },
  }
  const each: Wanted = { '*': { '*': { abi: 'value' } } }
  const wanted: Wanted = {
    id: 'value',
    contracts: each,
    output: { contracts: each, sources: { '*': 'value' } },
  }
  await using project = await projectFolder({
    'whole.json': content,
    'half.json': JSON.stringify(content).slice(0, 60),
  })
  const scanned = (file: string) => {
    const { port1, port2 } = new MessageChannel()
    scanFile({ path: join(project.path, file), wanted, port: port2 })
    return received(port1)
  }
  expect(await scanned('whole.json')).toEqual(content)
  await expect(scanned('half.json')).rejects.toThrow(/^is not whole JSON: .* at byte 60$/)
  await expect(scanned('none.json')).rejects.toThrow('ENOENT')
})
