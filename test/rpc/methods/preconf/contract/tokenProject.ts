import { encodeAbiParameters, encodeFunctionData, type Abi as ViemAbi } from 'viem'
import type { Hex } from '../../../../../src/lib/hex.ts'
import type { DevnetOptions } from '../../../../../src/types/options/options.ts'
import { type SolcBuild, solcBuild, solcContract } from '../../../../support/solcBuild.ts'
import { deployContract } from '../../../../support/solidityProject.ts'
import { type Client, client } from '../../client.ts'

export const tokenSource = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Token {
  struct Lock { uint64 until; uint192 amount; }
  string public name;
  uint256 public totalSupply;
  bool public open = true;
  uint64 public rate = 7;
  mapping(address => uint256) public balances;
  mapping(address => mapping(address => uint256)) public allowed;
  mapping(uint256 => Lock) public locks;
  uint256[] public history;
  event Transfer(address indexed from, address indexed to, uint256 value);
  event Locked(uint256 indexed id, Lock lock);
  error TooMuch(uint256 wanted, uint256 there);
  constructor(string memory name_) { name = name_; }
  function mint(address to, uint256 value) external {
    totalSupply += value;
    balances[to] += value;
    history.push(value);
    emit Transfer(address(0), to, value);
  }
  function approve(address spender, uint256 value) external { allowed[msg.sender][spender] = value; }
  function lock(uint256 id, Lock calldata what) external { locks[id] = what; emit Locked(id, what); }
  function burn(uint256 value) external {
    if (balances[msg.sender] < value) revert TooMuch(value, balances[msg.sender]);
    balances[msg.sender] -= value;
  }
}
contract Proxy {
  constructor(address implementation) {
    assembly { sstore(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc, implementation) }
  }
  fallback() external payable {
    assembly {
      let implementation := sload(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc)
      calldatacopy(0, 0, calldatasize())
      let done := delegatecall(gas(), implementation, 0, calldatasize(), 0, 0)
      returndatacopy(0, 0, returndatasize())
      switch done case 0 { revert(0, returndatasize()) } default { return(0, returndatasize()) }
    }
  }
}
`

let build: SolcBuild | undefined

/** The compiler takes a second. */
export function tokenBuild(): SolcBuild {
  build ??= solcBuild({ 'contracts/Token.sol': tokenSource })
  return build
}

export interface TokenProject {
  readonly devnet: Client
  readonly token: Hex
  readonly proxy: Hex
  call(to: Hex, functionName: string, ...args: unknown[]): Promise<Hex>
}

/** A token and a proxy in front of it, on a chain that knows their artifacts. */
export async function tokenProject({
  name = 'Gold',
  isKnown = true,
  options = {} as DevnetOptions,
} = {}): Promise<TokenProject> {
  const devnet = await client({ mining: 'auto', artifacts: false, ...options })
  const built = tokenBuild()
  if (isKnown) await devnet.ask('preconf_addArtifacts', built)
  const { provider } = devnet
  const named = encodeAbiParameters([{ type: 'string' }], [name]).slice(2)
  const token = await deployContract(provider, built, 'Token', named)
  const proxy = await deployContract(provider, built, 'Proxy', token.slice(2).padStart(64, '0'))
  const abi = solcContract(built, 'Token').abi as ViemAbi
  return {
    devnet,
    token,
    proxy,
    call: (to, functionName, ...args) =>
      devnet.send({ to, data: encodeFunctionData({ abi, functionName, args }), gas: '0x7a120' }),
  }
}
