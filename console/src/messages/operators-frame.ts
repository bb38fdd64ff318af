/** Names of the screens of the operators' console. */
export const operatorsFrame = {
  today: 'Today',
  reviews: 'Reviews',
  holders: 'Holders',
  holds: 'Legal holds',
  credentials: 'Credentials',
  devices: 'Devices',
  explain: 'Explain',
  notifications: 'Notifications',
  statusLists: 'Status lists',
  keys: 'Keys',
  approvals: 'Approvals',
  auditLog: 'Audit log',
  users: 'Users',
  clients: 'Clients',
  publishers: 'Publishers',
  settings: 'Policy and settings',
} as const;
