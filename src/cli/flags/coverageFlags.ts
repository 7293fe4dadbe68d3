import type { Flag } from '../flag.ts'

function threshold(option: 'lines' | 'functions' | 'statements' | 'branches'): Flag {
  return {
    name: option,
    type: 'number',
    description: `Fail when less than this many per cent of ${option} were run`,
    group: 'Coverage',
    target: { of: 'coverage', option },
  }
}

/** Of `preconf coverage`. */
export const coverageFlags: readonly Flag[] = [
  {
    name: 'from',
    type: 'text',
    default: 'coverage/.preconf',
    description: 'Folder with what processes with --coverage have left',
    group: 'Coverage',
    target: { of: 'coverage', option: 'from' },
  },
  {
    name: 'output',
    type: 'text',
    default: 'coverage',
    description: 'Folder for what is written',
    group: 'Coverage',
    target: { of: 'coverage', option: 'output' },
  },
  {
    name: 'artifacts',
    type: 'list',
    default: 'those of the project',
    description: 'Files and folders of compiled contracts, with syntax trees',
    group: 'Coverage',
    target: { of: 'coverage', option: 'artifacts' },
  },
  {
    name: 'skip',
    type: 'list',
    description: 'Sources to leave out: beginnings of their names, such as test/,lib/',
    group: 'Coverage',
    target: { of: 'coverage', option: 'skip' },
  },
  {
    name: 'reporter',
    type: 'list',
    default: 'text,lcov,html,json-summary',
    description: 'What to tell it by: text prints a table, the others write; also cobertura',
    group: 'Coverage',
    target: { of: 'coverage', option: 'reporters' },
  },
  threshold('lines'),
  threshold('functions'),
  threshold('statements'),
  threshold('branches'),
]
