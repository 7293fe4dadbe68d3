const { createWalletClient, custom, getAddress, publicActions } = require('viem')
const { abi, bytecode } = require('./Token.json')

const [alice, bob] = chain.accounts.map(({ address }) => getAddress(address))

/** A client of viem for the chain of the file, and how to deploy a token with it. */
function setUp() {
  const client = createWalletClient({
    account: alice,
    chain: chain.viemChain,
    // viem would answer for some seconds what a test before has read.
    cacheTime: 0,
    transport: custom(chain.provider, { retryCount: 0 }),
  }).extend(publicActions)
  return {
    client,
    async deployToken() {
      const hash = await client.deployContract({ abi, bytecode, args: ['Token', 'TKN', 1000n] })
      const { contractAddress } = await client.getTransactionReceipt({ hash })
      return { abi, address: contractAddress }
    },
  }
}

module.exports = { alice, bob, setUp }
