import { beforeAll, describe, expect, it } from 'vitest';
import { METHOD_NAMES } from '../../../src/mediation/contract/index.ts';
import {
  type admob_v1beta,
  discoverAPI,
  auth as googleAuth,
  type OAuth2Client,
} from '../../support/google-client.ts';
import { ACME, useOAuthWorld } from '../../support/oauth-world.ts';
import { PARENT, refusal } from './support/library.ts';
import { liveThrough } from './support/life-cycle.ts';

const world = useOAuthWorld();

/** A client that the library generates from the served document. The shipped client lacks some of its methods. */
interface Discovered extends admob_v1beta.Admob {
  readonly accounts: admob_v1beta.Admob['accounts'] & {
    readonly mediationGroups: {
      get(parameters: object): Promise<{ readonly data: admob_v1beta.Schema$MediationGroup }>;
      create(parameters: object): Promise<{ readonly data: admob_v1beta.Schema$MediationGroup }>;
      readonly mediationAbExperiments: {
        list(parameters: object): Promise<{ readonly data: { readonly mediationAbExperiments?: object[] } }>;
      };
    };
  };
}

const discovered = async (path: string, auth: OAuth2Client) =>
  (await discoverAPI(`${world().url}${path}`, { auth })) as unknown as Discovered;

let auth: OAuth2Client;
beforeAll(async () => {
  const { accessToken } = await world().admin('issueToken', {
    publishers: [ACME],
    scopes: ['monetization'],
  });
  auth = new googleAuth.OAuth2();
  auth.setCredentials({ access_token: accessToken });
});

describe.each(['/$discovery/rest?version=v1beta', '/discovery/v1/apis/admob/v1beta/rest'])(
  'A client that a library of others made from %s',
  (path) => {
    it('a client made from the description runs through the whole life cycle of a mediation group', async () => {
      const admob = await discovered(path, auth);
      const group = await liveThrough(admob, `Life at ${path}`);
      const { name } = group;
      const { data } = await admob.accounts.mediationGroups.get({ name, fields: 'name,displayName' });
      expect(data).toEqual({ name, displayName: `Life at ${path}` });
      const { data: experiments } = await admob.accounts.mediationGroups.mediationAbExperiments.list({
        parent: name,
      });
      expect(experiments.mediationAbExperiments).toMatchObject([{ state: 'EXPIRED' }]);
    });

    it('a client made from the description has every method of the contract', async () => {
      const admob = await discovered(path, auth);
      for (const name of METHOD_NAMES) {
        const method = name
          .split('.')
          .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], admob);
        expect(method, name).toBeTypeOf('function');
      }
    });

    it('a client made from the description checks path parameters before it sends a request', async () => {
      const admob = await discovered(path, auth);
      const error = await refusal(admob.accounts.mediationGroups.get({}));
      expect(error.message).toContain('Missing required parameters: name');
    });

    it('a client made from the description can send validateOnly', async () => {
      const admob = await discovered(path, auth);
      const groups = admob.accounts.mediationGroups;
      const { data } = await groups.create({
        parent: PARENT,
        validateOnly: true,
        requestBody: {
          displayName: 'Not kept',
          targeting: { platform: 'IOS', format: 'BANNER' },
        },
      });
      expect(data).toMatchObject({ displayName: 'Not kept' });
      const { data: list } = await groups.list({ parent: PARENT, filter: 'IN(DISPLAY_NAME, "Not kept")' });
      expect(list).toEqual({});
    });
  },
);
