/** Names of the screens of the operators' console. */
export const operatorsFrame = {
  today: 'Today',
  reviews: 'Reviews',
  holders: 'Holders',
  credentials: 'Credentials',
  devices: 'Devices',
  explain: 'Explain',
  notifications: 'Notifications',
  keys: 'Keys',
  approvals: 'Approvals',
  auditLog: 'Audit log',
  users: 'Users',
  settings: 'Policy and settings',
} as const;
