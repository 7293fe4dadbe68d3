import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Hex, parseAbi } from 'viem'

const artifact = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/Token.json'), 'utf8'),
) as { readonly bytecode: Hex }

/** The interface of fixtures/Token.sol, typed for viem; a test compares it with the artifact. */
export const tokenAbi = parseAbi([
  'constructor(string name_, string symbol_, uint256 supply)',
  'error InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error InsufficientBalance(address account, uint256 balance, uint256 needed)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
  'function breakInvariant()',
  'function decimals() view returns (uint8)',
  'function fail()',
  'function name() view returns (string)',
  'function shareOf(address account, uint256 divisor) view returns (uint256)',
  'function symbol() view returns (string)',
  'function totalSupply() view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function transferFrom(address from, address to, uint256 value) returns (bool)',
])

/** Code that deploys fixtures/Token.sol: an ERC-20 whose supply is the deployer's. */
export const tokenBytecode = artifact.bytecode
