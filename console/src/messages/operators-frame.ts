/** Names of the screens of the operators' console. */
export const operatorsFrame = {
  today: 'Today',
  reviews: 'Reviews',
  credentials: 'Credentials',
  keys: 'Keys',
} as const;
