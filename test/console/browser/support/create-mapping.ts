import type { Page } from 'playwright-core';

/** Creates a mapping of an ad unit for AppLovin in the session of the page; by default of the first ad unit. */
export const createMapping = (
  page: Page,
  wanted: { readonly displayName: string; readonly adUnit?: string },
): Promise<void> =>
  page.evaluate(async ({ displayName, adUnit }) => {
    const send = async (method: string, path: string, body?: object) => {
      const headers = { 'x-diptych-console': '1', 'content-type': 'application/json' };
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      return (await fetch(`/console/api/v1beta/${path}`, init)).json();
    };
    const { account } = await send('GET', 'accounts');
    const { adUnits } = await send('GET', `${account[0].name}/adUnits`);
    const unit = adUnits.find(
      (one: { displayName: string }) => adUnit === undefined || one.displayName === adUnit,
    );
    const body = { displayName, adapterId: '111', adUnitConfigurations: { 1111: displayName } };
    await send('POST', `${unit.name}/adUnitMappings`, body);
  }, wanted);
