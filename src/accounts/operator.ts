/** Who comes with the admin token, and subject and client of tokens that an operator handed out. Ids of users and clients have another shape. */
export const OPERATOR = 'operator';
