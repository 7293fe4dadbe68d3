import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import type { Hex } from '../../lib/hex.ts'
import { parseWei } from '../../lib/units.ts'
import type { Abi, AbiItem } from '../../types/solidity/contract.ts'
import { decodeFunctionResult, parseAbi, signatureOf } from '../../wallet/abi.ts'
import type { AgentChain } from './agentChain.ts'
import { artifactNamed } from './findArtifact.ts'
import { explained } from './lookTools.ts'
import { defineTool, number, type Tool, text } from './tool.ts'

const args = v.optional(
  v.pipe(
    v.array(v.any()),
    v.description('Arguments as JSON; amounts as in "5 ether", addresses also by name.'),
  ),
  [],
)
const from = v.optional(text('Sender: an address, or the number of an account from 0. @default 0'))
const value = v.optional(text('Ether that is sent: wei, or with a unit as in "0.1 ether".'))

const accounts = defineTool({
  name: 'accounts',
  description: 'Accounts that can send, with balances in ether, nonces and private keys.',
  members: {},
  run: async (chain) => {
    const { devnet } = chain.running
    return Promise.all(
      devnet.accounts.map(async ({ address, privateKey }, index) => ({
        index,
        address,
        privateKey,
        ether: etherOf(BigInt(await chain.ask('eth_getBalance', address, 'pending'))),
        nonce: Number(await chain.ask('eth_getTransactionCount', address, 'pending')),
      })),
    )
  },
})

const deploy = defineTool({
  name: 'deploy',
  description:
    'Deploys a compiled contract of the project (Hardhat, Foundry), or of an artifact file. Returns its address; later tools take the name or the address.',
  members: {
    contract: text('Name such as Vault or contracts/Vault.sol:Vault, or the path of an artifact.'),
    args,
    from,
    value,
  },
  run: async (chain, { contract, args: given, from: sender, value: sent }) => {
    const { path, name } = await artifactNamed(contract)
    const artifact = JSON.parse(await readFile(await chain.pathOf(path), 'utf8'))
    const declared = {
      artifact,
      args: given,
      from: senderOf(chain, sender),
      ...(sent !== undefined && { value: sent }),
    }
    // What is in the project's folders is known by itself, with sources.
    if (contract.endsWith('.json')) await chain.ask('preconf_addArtifacts', artifact)
    const { contracts } = await chain.ask('preconf_loadFixture', {
      version: 1,
      contracts: { [name]: declared },
    })
    return { name, address: contracts[name].address, artifact: path }
  },
})

const send = defineTool({
  name: 'send',
  description:
    'Sends a transaction: a function of a contract, or ether. Waits for its receipt, and says why and where in Solidity it failed.',
  members: {
    to: text('Contract or account: a name, or an address.'),
    function: v.optional(text('Name such as deposit, or a signature such as deposit(uint256).')),
    args,
    from,
    value,
    gas: v.optional(
      number('Gas limit. With one, a transaction that fails is included all the same.'),
    ),
  },
  run: async (chain, given) => {
    const { devnet } = chain.running
    const to = addressOf(chain, given.to)
    const data = given.function === undefined ? undefined : await encoded(chain, to, given)
    const hash: Hex = await chain.ask('eth_sendTransaction', {
      from: senderOf(chain, given.from),
      to,
      ...(data !== undefined && { data: data.bytes }),
      ...(given.value !== undefined && { value: hexAmount(given.value) }),
      // A transaction whose estimate would fail is sent: what it does is the question.
      gas: `0x${(given.gas ?? 5_000_000).toString(16)}`,
    })
    const isThere = (await chain.ask('eth_getTransactionReceipt', hash)) !== null
    if (!isThere && devnet.cadence.mining !== 'manual') await devnet.seal()
    return explained(chain, hash)
  },
})

const call = defineTool({
  name: 'call',
  description: 'Calls a function of a contract without a transaction, and returns what it returns.',
  members: {
    to: text('Contract: a name, or an address.'),
    function: text('Name such as balanceOf, or a signature with what it returns.'),
    args,
    from,
    block: v.optional(text('latest, pending, safe, finalized, or a number. @default pending')),
  },
  run: async (chain, given) => {
    const to = addressOf(chain, given.to)
    const { bytes, item } = await encoded(chain, to, given)
    const request = { from: senderOf(chain, given.from), to, data: bytes }
    const answer = await chain.ask('eth_call', request, blockOf(given.block))
    return {
      returns: item.outputs?.length
        ? decodeFunctionResult([item], item.name ?? '', answer)
        : answer,
    }
  },
})

/** A tag, or the number of a block as a quantity. */
function blockOf(given = 'pending'): string {
  return /^\d+$/.test(given) ? `0x${BigInt(given).toString(16)}` : given
}

/** The calldata of a function, which the ABI of the contract has or a signature says. */
async function encoded(
  chain: AgentChain,
  to: Hex,
  {
    function: name = '',
    args: given,
  }: { readonly function?: string | undefined; readonly args: readonly unknown[] },
): Promise<{ readonly bytes: Hex; readonly item: AbiItem }> {
  const known = await chain.ask('preconf_getContract', to)
  if (known === null) throw new Error(`there is no contract at ${to}: deploy it first`)
  const item = functionOf(known.abi ?? [], name)
  return { bytes: await chain.ask('preconf_encodeCall', item, given), item }
}

function functionOf(abi: Abi, name: string): AbiItem {
  const functions = abi.filter(({ type }) => type === 'function')
  const found = functions.filter((item) => item.name === name || signatureOf(item) === name)
  if (found.length === 1) return found[0] as AbiItem
  if (found.length > 1) {
    throw new Error(`${name} is overloaded: give one of ${found.map(signatureOf).join(', ')}`)
  }
  if (name.includes('(')) return parseAbi([`function ${name}`])[0] as AbiItem
  const there = functions.map(signatureOf).join(', ')
  throw new Error(
    there === ''
      ? `the ABI is not known: give a signature such as ${name}(uint256) returns (bool)`
      : `the contract has no function ${name}: it has ${there}`,
  )
}

function addressOf(chain: AgentChain, given: string): Hex {
  if (/^0x[0-9a-f]{40}$/i.test(given)) return given as Hex
  const { accounts, fixture } = chain.running.devnet
  const account = /^\d$/.test(given) ? accounts[Number(given)]?.address : undefined
  const { contracts, accounts: named } = fixture
  const address = account ?? contracts[given]?.address ?? named[given]?.address
  if (address !== undefined) return address
  const names = [...Object.keys(contracts), ...Object.keys(named)].join(', ')
  throw new Error(
    `nothing is called ${given}: give an address, or one of ${names || 'no names yet'}`,
  )
}

function senderOf(chain: AgentChain, given = '0'): Hex {
  return addressOf(chain, given)
}

/** Wei in hex of `5`, `0.1 ether` or `3 gwei`. */
function hexAmount(given: string): Hex {
  const amount = parseWei(given)
  if (amount === undefined || amount < 0n) {
    throw new Error(`${given} is not an amount: give wei, or ether as in "0.1 ether"`)
  }
  return `0x${amount.toString(16)}`
}

function etherOf(wei: bigint): string {
  const digits = wei.toString().padStart(19, '0')
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, '')
}

/** What deploys, sends and calls. */
export const contractTools: readonly Tool[] = [accounts, deploy, send, call]
