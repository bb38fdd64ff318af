import { ACCOUNT_METHODS } from '../accounts/administration/index.ts';
import { ADMIN_METHODS } from '../issuer/administration/index.ts';
import { APPROVAL_METHODS } from '../issuer/approvals/index.ts';
import { KEY_METHODS } from '../keys/administration.ts';
import { PUBLISHER_METHODS } from '../mediation/administration/index.ts';
import { CATALOGUE_METHODS } from '../mediation/catalogue/index.ts';

/** Everything that the admin interface can do. */
export const METHODS = {
  ...ADMIN_METHODS,
  ...APPROVAL_METHODS,
  ...KEY_METHODS,
  ...ACCOUNT_METHODS,
  ...PUBLISHER_METHODS,
  ...CATALOGUE_METHODS,
};
