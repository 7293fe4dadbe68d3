import { createRequire } from 'node:module'
import hardhatEthers from '@nomicfoundation/hardhat-ethers'
import hardhatEthersChaiMatchers from '@nomicfoundation/hardhat-ethers-chai-matchers'
import hardhatMocha from '@nomicfoundation/hardhat-mocha'
import hardhatNetworkHelpers from '@nomicfoundation/hardhat-network-helpers'
import hardhatNodeTestRunner from '@nomicfoundation/hardhat-node-test-runner'
import hardhatViem from '@nomicfoundation/hardhat-viem'
import hardhatViemAssertions from '@nomicfoundation/hardhat-viem-assertions'
import { defineConfig } from 'hardhat/config'

// The built package, as it is not installed here.
const built = '../../../dist/hardhat.js'
const { preconf } = (await import(built)) as typeof import('../../../src/testing/hardhat.ts')

const require = createRequire(import.meta.url)

export default defineConfig({
  plugins: [
    hardhatEthers,
    hardhatEthersChaiMatchers,
    hardhatMocha,
    hardhatNetworkHelpers,
    hardhatNodeTestRunner,
    hardhatViem,
    hardhatViemAssertions,
    preconf({ name: 'inProcess' }),
  ],
  solidity: {
    version: require('solc/package.json').version,
    // The compiler that npm has installed, instead of one that Hardhat would fetch.
    path: require.resolve('solc/soljson.js'),
    settings: { evmVersion: 'prague' },
  },
  networks: {
    preconf: {
      type: 'http',
      chainType: 'l1',
      url: process.env.PRECONF_URL ?? 'http://127.0.0.1:8545',
    },
  },
  paths: { tests: { mocha: 'test/mocha', nodejs: 'test/nodejs' } },
})
