import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type admob_v1beta, google } from 'googleapis';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { ACME, EMAIL, OTHER, PASSWORD, SCOPE, useOAuthWorld } from '../support/oauth-world.ts';

type Client = InstanceType<typeof google.auth.OAuth2>;

const world = useOAuthWorld();

const PARENT = `accounts/${ACME}`;
const UNIT = `ca-app-${ACME}/1234567890`;
const SECOND_UNIT = `ca-app-${ACME}/0987654321`;
const APPLOVIN = '1063618907739174004';
const INMOBI = '5264320421916134407';
const OWN_NETWORK = '5450213213286189855';

let chromium: Browser;
let application: Server;
/** Where the browser was sent back to. */
const called: URL[] = [];
let oauth: Client;
let admob: admob_v1beta.Admob;

/** Asks for consent as an installed application does: the system's browser, and a port of its own to be called back on. */
async function consent(client: Client, redirectUri: string): Promise<string> {
  const address = client.generateAuthUrl({
    access_type: 'offline',
    scope: [SCOPE.monetization, SCOPE.readonly],
    redirect_uri: redirectUri,
    state: 'as-it-was',
  });
  const page = await chromium.newPage();
  await page.goto(address);
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByText('You may close this window').waitFor();
  await page.close();
  const back = called.at(-1) as URL;
  expect(back.searchParams.get('state')).toBe('as-it-was');
  return back.searchParams.get('code') as string;
}

beforeAll(async () => {
  chromium = await startChromium();
  application = createServer((request, response) => {
    called.push(new URL(request.url ?? '', 'http://127.0.0.1'));
    response.end('You may close this window');
  });
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  const redirectUri = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
  const { id, secret, file } = await world().client();
  oauth = new google.auth.OAuth2({
    client_id: id,
    client_secret: secret ?? '',
    redirectUri,
    endpoints: {
      oauth2AuthBaseUrl: file.installed?.auth_uri as string,
      oauth2TokenUrl: file.installed?.token_uri as string,
    },
  });
  oauth.setCredentials((await oauth.getToken(await consent(oauth, redirectUri))).tokens);
  admob = google.admob({ version: 'v1beta', rootUrl: `${world().url}/`, auth: oauth });
}, 120_000);
afterAll(async () => {
  await chromium?.close();
  application?.close();
});
afterEach(() => vi.useRealTimers());

interface LibraryError {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

async function refusal(work: Promise<unknown>): Promise<LibraryError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  return error as LibraryError;
}

const lineOf = (group: admob_v1beta.Schema$MediationGroup, adSourceId: string) =>
  Object.values(group.mediationGroupLines ?? {}).find((line) => line.adSourceId === adSourceId) ?? {};

describe('the official Node client after one consent', () => {
  it('goes through the whole life of a mediation group', async () => {
    const { mediationGroups: groups, adUnits } = admob.accounts;

    const { data: sources } = await admob.accounts.adSources.list({ parent: PARENT });
    const source = sources.adSources?.find(({ adSourceId }) => adSourceId === APPLOVIN);
    const { data: adapters } = await admob.accounts.adSources.adapters.list({ parent: source?.name ?? '' });
    const adapter = adapters.adapters?.find(({ platform }) => platform === 'ANDROID');
    const settings = adapter?.adapterConfigMetadata ?? [];
    const { data: mapping } = await adUnits.adUnitMappings.create({
      parent: `${PARENT}/adUnits/1234567890`,
      requestBody: {
        displayName: 'AppLovin on the start screen',
        adapterId: adapter?.adapterId ?? '',
        adUnitConfigurations: Object.fromEntries(
          settings.map(({ adapterConfigMetadataId }) => [adapterConfigMetadataId, 'value']),
        ),
      },
    });
    expect(mapping).toMatchObject({ state: 'ENABLED', displayName: 'AppLovin on the start screen' });
    const { data: mappings } = await adUnits.adUnitMappings.list({
      parent: `${PARENT}/adUnits/1234567890`,
      filter: 'IN(DISPLAY_NAME, "AppLovin on the start screen")',
    });
    expect(mappings.adUnitMappings).toEqual([mapping]);

    const { data: created } = await groups.create({
      parent: PARENT,
      requestBody: {
        displayName: 'Start screen',
        targeting: { platform: 'ANDROID', format: 'BANNER', adUnitIds: [UNIT] },
        mediationGroupLines: {
          '-1': {
            displayName: 'AppLovin',
            adSourceId: APPLOVIN,
            cpmMode: 'MANUAL',
            cpmMicros: '2500000',
            state: 'ENABLED',
            adUnitMappings: { [UNIT]: mapping.name ?? '' },
          },
        },
      },
    });
    const name = created.name ?? '';
    const { id = '' } = lineOf(created, APPLOVIN);
    expect(lineOf(created, OWN_NETWORK)).toMatchObject({ cpmMode: 'LIVE', state: 'ENABLED' });

    const { data: listed } = await groups.list({
      parent: PARENT,
      filter: `IN(DISPLAY_NAME, "Start screen") AND CONTAINS_ANY(AD_UNIT_IDS, "${UNIT}")`,
      pageSize: 10,
      fields: 'mediationGroups(name,mediationGroupLines/*/adUnitMappings),nextPageToken',
    });
    expect(listed.mediationGroups?.map((one) => one.name)).toEqual([name]);
    expect(Object.keys(listed.mediationGroups?.[0] ?? {})).toEqual(['name', 'mediationGroupLines']);
    expect((await groups.list({ parent: PARENT, filter: 'IN(PLATFORM, "IOS")' })).data).toEqual({});

    const line = `mediationGroupLines["${id}"]`;
    const patch = async (updateMask: string, requestBody: admob_v1beta.Schema$MediationGroup) =>
      (await groups.patch({ name, updateMask, requestBody })).data;
    const change = (members: admob_v1beta.Schema$MediationGroupMediationGroupLine) => ({
      mediationGroupLines: { [id ?? '']: { id, ...members } },
    });
    expect(
      (await patch('targeting.adUnitIds', { targeting: { adUnitIds: [UNIT, SECOND_UNIT] } })).targeting
        ?.adUnitIds,
    ).toEqual([UNIT, SECOND_UNIT]);
    expect(lineOf(await patch(`${line}.state`, change({ state: 'DISABLED' })), APPLOVIN).state).toBe(
      'DISABLED',
    );
    expect(
      lineOf(await patch(`${line}.display_name`, change({ displayName: 'Renamed' })), APPLOVIN).displayName,
    ).toBe('Renamed');
    expect(
      lineOf(await patch(`${line}.cpm_micros`, change({ cpmMicros: '3000000' })), APPLOVIN).cpmMicros,
    ).toBe('3000000');
    expect(lineOf(await patch(`${line}.cpm_mode`, change({ cpmMode: 'LIVE' })), APPLOVIN).cpmMode).toBe(
      'LIVE',
    );
    const withoutMapping = await patch(`${line}.ad_unit_mappings["${UNIT}"]`, change({}));
    expect(lineOf(withoutMapping, APPLOVIN)).not.toHaveProperty('adUnitMappings');
    const withMapping = await patch(
      `${line}.adUnitMappings["${UNIT}"]`,
      change({ adUnitMappings: { [UNIT]: mapping.name ?? '' } }),
    );
    expect(lineOf(withMapping, APPLOVIN).adUnitMappings).toEqual({ [UNIT]: mapping.name });
    const whole = await patch(line, change({ state: 'ENABLED', cpmMode: 'MANUAL', cpmMicros: '4000000' }));
    expect(lineOf(whole, APPLOVIN)).toMatchObject({
      state: 'ENABLED',
      cpmMode: 'MANUAL',
      cpmMicros: '4000000',
    });
    const added = await patch('mediationGroupLines["-1"]', {
      mediationGroupLines: {
        '-1': { displayName: 'InMobi', adSourceId: INMOBI, cpmMode: 'LIVE', state: 'ENABLED' },
      },
    });
    expect(lineOf(added, INMOBI)).toMatchObject({ displayName: 'InMobi', experimentVariant: 'ORIGINAL' });

    const experiments = groups.mediationAbExperiments;
    const { data: experiment } = await experiments.create({
      parent: name,
      requestBody: {
        displayName: 'Half and half',
        treatmentTrafficPercentage: '50',
        treatmentMediationLines: [
          { mediationGroupLine: { adSourceId: INMOBI, cpmMode: 'LIVE', state: 'ENABLED' } },
        ],
      },
    });
    expect(experiment).toMatchObject({ state: 'RUNNING', treatmentTrafficPercentage: '50' });
    const second = await refusal(experiments.create({ parent: name, requestBody: experiment }));
    expect(second.status).toBe(400);
    const { data: running } = await groups.list({ parent: PARENT });
    expect(running.mediationGroups?.[0]).toMatchObject({ mediationAbExperimentState: 'RUNNING' });

    const { data: stopped } = await experiments.stop({
      name: `${name}/mediationAbExperiments`,
      requestBody: { variantChoice: 'VARIANT_CHOICE_B' },
    });
    expect(stopped).toMatchObject({ experimentId: experiment.experimentId, state: 'EXPIRED' });

    const { data: after } = await groups.list({ parent: PARENT });
    const [left] = after.mediationGroups ?? [];
    expect(left?.mediationAbExperimentState).toBe('NOT_RUNNING');
    const lines = Object.values(left?.mediationGroupLines ?? {});
    expect(lines).toMatchObject([{ adSourceId: INMOBI, experimentVariant: 'ORIGINAL' }]);
  });

  it('refreshes its token by itself, without a second consent', async () => {
    const consents = called.length;
    const first = oauth.credentials.access_token;
    const tokens: (string | null | undefined)[] = [];
    oauth.on('tokens', ({ access_token }) => tokens.push(access_token));
    for (const hours of [2, 4]) {
      vi.useFakeTimers({ toFake: ['Date'] });
      vi.setSystemTime(Date.now() + hours * 3_600_000);
      const { data } = await admob.accounts.list();
      expect(data.account?.map(({ publisherId }) => publisherId)).toContain(ACME);
    }
    expect(tokens).toHaveLength(2);
    expect(new Set([first, ...tokens]).size).toBe(3);
    expect(called.length).toBe(consents);
  });

  it('tells what was wrong', async () => {
    const { mediationGroups: groups } = admob.accounts;
    const missing = await refusal(
      groups.mediationAbExperiments.stop({
        name: `${PARENT}/mediationGroups/0000000000/mediationAbExperiments`,
        requestBody: { variantChoice: 'VARIANT_CHOICE_A' },
      }),
    );
    expect(missing).toMatchObject({ status: 404, message: 'Requested entity was not found.' });
    const unknown = await refusal(groups.create({ parent: PARENT, requestBody: { nope: 1 } as object }));
    expect(unknown.message).toContain(`Unknown name "nope" at 'mediation_group': Cannot find field.`);
    const fields = await refusal(groups.list({ parent: PARENT, fields: 'mediationGroups/nope' }));
    expect(fields).toMatchObject({ status: 400, message: 'Invalid field selection mediationGroups/nope' });
    const others = await refusal(groups.list({ parent: `accounts/${OTHER}` }));
    expect(others).toMatchObject({ status: 403, message: 'The caller does not have permission.' });
  });
});

describe('a client that nobody allowed anything', () => {
  it('is told that it needs a token', async () => {
    const anonymous = google.admob({ version: 'v1beta', rootUrl: `${world().url}/` });
    const error = await refusal(anonymous.accounts.list());
    expect(error.status).toBe(401);
    expect(error.message).toContain('missing required authentication credential');
  });
});
