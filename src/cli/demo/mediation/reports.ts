import { there } from '../stage.ts';
import type { Desk } from './api.ts';

const dateOf = (time: number) => {
  const date = new Date(time);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
};

/** Asks for the three reports. */
export async function readReports({ tell, api, account }: Desk): Promise<void> {
  tell.step('She asks for reports; no app has sent numbers yet');
  const today = dateOf(Date.now());
  const dateRange = { startDate: today, endDate: today };
  const metrics = ['IMPRESSIONS' as const];
  const mediation = [
    ...(await api.call('accounts.mediationReport.generate', {
      on: account,
      body: { reportSpec: { dateRange, dimensions: ['DATE', 'AD_SOURCE'], metrics } },
    })),
  ];
  const { footer } = there(mediation.at(-1), 'the footer of the report');
  tell.result(`The mediation report has ${footer?.matchingRowCount} rows`);
  const body = { reportSpec: { dateRange, metrics } };
  const network = [...(await api.call('accounts.networkReport.generate', { on: account, body }))];
  tell.result(`The network report is in ${network[0]?.header?.localizationSettings?.currencyCode}`);
  const { rows = [] } = await api.call('accounts.campaignReport.generate', { on: account, body });
  tell.result(`The campaign report has ${rows.length} rows, because there are no campaigns here`);
}
