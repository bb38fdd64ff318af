import { print } from '../../output.ts';
import { table } from '../../table/table.ts';
import { leaf } from '../command.ts';
import { pickSource } from '../find/sources.ts';

export const adSources = () =>
  leaf({
    name: 'ad-sources [text]',
    hasTable: true,
    description: 'List the ad sources, all or those with this text in their title',
    examples: ['diptych mediation ad-sources', 'diptych mediation ad-sources bidding'],
    run: async (session, options, text = '') => {
      const wanted = text.toLowerCase();
      const sources = (await session.live.adSources()).filter(({ title = '' }) =>
        title.toLowerCase().includes(wanted),
      );
      const rows = sources.map(({ adSourceId = '', title = '' }) => [adSourceId, title]);
      print({ adSources: sources }, options, () =>
        table(['ad source', 'title'], rows, { wide: options.wide, cut: ['title'] }),
      );
    },
  });

export const adapters = () =>
  leaf({
    name: 'adapters <source>',
    hasTable: true,
    description: 'List the adapters of an ad source and the settings that their mappings take',
    examples: ['diptych mediation adapters AppLovin'],
    help: 'Settings with a star are required.',
    run: async (session, options, wanted = '') => {
      const adapters = await session.live.adapters(
        pickSource(await session.live.adSources(), wanted).adSourceId ?? '',
      );
      const rows = adapters.map(
        ({ adapterId = '', platform = '', title = '', adapterConfigMetadata = [] }) => [
          adapterId,
          platform.toLowerCase(),
          title,
          adapterConfigMetadata
            .map(({ adapterConfigMetadataLabel: label, isRequired }) => `${label}${isRequired ? '*' : ''}`)
            .join(', ') || 'none',
        ],
      );
      print({ adapters }, options, () =>
        rows.length === 0
          ? 'The ad source has no adapters: its lines need no mappings.'
          : table(['adapter', 'platform', 'title', 'settings'], rows, {
              wide: options.wide,
              cut: ['title', 'settings'],
            }),
      );
    },
  });
