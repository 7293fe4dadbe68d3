/** The screens of the navigation, by group. */
export const groups = [
  [
    'Watch',
    [
      ['/', 'Home'],
      ['/timeline', 'Timeline'],
      ['/transactions', 'Transactions'],
      ['/pool', 'Pool'],
      ['/accounts', 'Accounts'],
      ['/bridge', 'Bridge'],
    ],
  ],
  [
    'Act',
    [
      ['/faults', 'Faults'],
      ['/scenario', 'Scenario'],
      ['/time', 'Time'],
    ],
  ],
  [
    'Look into',
    [
      ['/reads', 'Reads'],
      ['/requests', 'Requests'],
      ['/chain', 'Chain'],
    ],
  ],
] as const

export const screens = groups.flatMap(([, list]) => [...list])
