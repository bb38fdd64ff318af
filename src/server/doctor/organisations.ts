import { providerMetadata } from '../../http/oauth/sign-in/organisation/provider-metadata.ts';
import { type Check, failure, ok, wordsOf } from './findings.ts';

const REMEDY =
  'see that signIn.organisations names its issuer exactly, that it runs, and that nothing between keeps connections away';

/** The providers of the organisations can be reached, and describe the issuers of the settings. */
export const organisations: Check = ({ settings }) => {
  const all = settings.signIn.organisations;
  if (all.length === 0) return [ok('operators sign in with accounts of this server only')];
  return Promise.all(
    all.map(async ({ id, issuer }) => {
      try {
        await providerMetadata(issuer);
        return ok(`the provider of ${id} describes itself`);
      } catch (error) {
        return failure(`nobody can sign in by ${id}: ${wordsOf(error)}`, REMEDY);
      }
    }),
  );
};
