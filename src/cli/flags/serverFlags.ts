import type { Profile } from '../../types/listening.ts'
import type { Flag } from '../flag.ts'

const profiles: readonly Profile[] = ['devnet', 'public', 'dedicated']

/** Where it listens, and to whom. */
export const serverFlags: readonly Flag[] = [
  {
    name: 'port',
    short: 'p',
    aliases: ['server.port'],
    type: 'number',
    default: '8545',
    description: 'Port to listen on; 0 takes a free one',
    group: 'Server',
    target: { of: 'listen', option: 'port' },
  },
  {
    name: 'host',
    aliases: ['hostname', 'server.host'],
    variables: ['ANVIL_IP_ADDR'],
    type: 'list',
    default: '127.0.0.1',
    description:
      'Addresses or names to listen on, separated by commas; localhost is 127.0.0.1 and ::1',
    group: 'Server',
    target: { of: 'listen', option: 'host' },
  },
  {
    name: 'profile',
    type: 'text',
    choices: profiles,
    default: 'devnet',
    description: 'Methods answered at /, as /public and /dedicated always have theirs',
    group: 'Server',
    target: { of: 'listen', option: 'profile' },
  },
  {
    name: 'allow-origin',
    type: 'text',
    default: '* to read over HTTP, pages of this machine for the rest',
    description:
      'Origins of web pages that may read answers (CORS), call all methods and open WebSockets, separated by commas; * is any',
    group: 'Server',
    target: { of: 'listen', option: 'allowOrigin' },
  },
  {
    name: 'allowed-hosts',
    type: 'list',
    default: 'localhost and IP addresses',
    description: 'More host names to accept requests for (Host header), separated by commas',
    group: 'Server',
    target: { of: 'listen', option: 'allowedHosts' },
  },
  {
    name: 'cors',
    type: 'switch',
    default: 'true',
    description: 'Send no CORS headers, so that pages of other origins cannot read answers',
    group: 'Server',
    target: { of: 'listen', option: 'cors' },
  },
  {
    name: 'request-size-limit',
    type: 'switch',
    default: 'true',
    description: 'Accept requests of any size; the limit is 32 MiB otherwise',
    group: 'Server',
    target: { of: 'listen', option: 'requestSizeLimit' },
  },
  {
    name: 'inspector',
    type: 'switch',
    default: 'true',
    description: 'Show browsers no page at /: without this flag they get the inspector',
    group: 'Server',
    target: { of: 'listen', option: 'inspector' },
  },
  {
    name: 'ipc',
    aliases: ['ipcpath'],
    type: 'optional',
    description:
      'Serve on an IPC pipe too, at this path, or by default where Anvil does (/tmp/anvil.ipc)',
    group: 'Server',
    target: { of: 'listen', option: 'ipc' },
  },
  {
    name: 'max-chains',
    type: 'number',
    default: '1000',
    description: 'Largest number of chains at their own paths, such as /1 and /abc',
    group: 'Server',
    target: { of: 'listen', option: 'maxChains' },
  },
  {
    name: 'chain-idle-time',
    type: 'text',
    default: '3600s',
    description:
      'Time after which an unused chain at its own path is dropped: seconds, or with a unit',
    group: 'Server',
    target: { of: 'listen', option: 'chainIdleTime' },
  },
  {
    name: 'workers',
    type: 'text',
    default: '1',
    description:
      'Worker threads for the chains at their own paths: a number, or auto for the number of cores',
    group: 'Server',
    target: { of: 'listen', option: 'workers' },
  },
]
