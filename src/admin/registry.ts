import { ACCOUNT_METHODS } from './account-administration.ts';
import { APPROVAL_METHODS } from './approvals/index.ts';
import { CATALOGUE_METHODS } from './catalogue/catalogue.ts';
import { ADMIN_METHODS } from './issuer-administration.ts';
import { KEY_METHODS } from './keys/key-administration.ts';
import { PUBLISHER_METHODS } from './publishers/index.ts';

/** Everything that the admin interface can do. */
export const METHODS = {
  ...ADMIN_METHODS,
  ...APPROVAL_METHODS,
  ...KEY_METHODS,
  ...ACCOUNT_METHODS,
  ...PUBLISHER_METHODS,
  ...CATALOGUE_METHODS,
};
