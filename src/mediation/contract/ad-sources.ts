import { type Static, Type } from 'typebox';
import { listOf, message, nextPageToken, output, text } from './message.ts';

export const AdSource = message('AdSource', 'A network, or an auction, that ads come from.', {
  name: text('accounts/{publisher_id}/adSources/{ad_source_id}'),
  adSourceId: text('Decimal digits; may exceed 64 bits.'),
  title: text('Name to show.'),
});
export type AdSource = Static<typeof AdSource>;

export const ListAdSourcesResponse = message('ListAdSourcesResponse', 'A page of ad sources.', {
  adSources: listOf(AdSource, 'The ad sources, in ascending order of id.'),
  nextPageToken,
});

const AdapterConfigMetadata = message('AdapterAdapterConfigMetadata', 'A setting that an adapter takes.', {
  adapterConfigMetadataId: text('Key of the setting in adUnitConfigurations.'),
  adapterConfigMetadataLabel: text('Name to show.'),
  isRequired: Type.Boolean({ description: 'Whether every mapping has to give a value.' }),
});

export const Adapter = message(
  'Adapter',
  'Software through which ads of an ad source come into an app of one platform.',
  {
    name: output(text('Output only. accounts/{publisher_id}/adSources/{ad_source_id}/adapters/{adapter_id}')),
    adapterId: output(text('Output only. What a mapping names.')),
    title: output(text('Output only. Name to show.')),
    platform: output(text('Output only. ANDROID, IOS or WINDOWS_PHONE.')),
    formats: output(listOf(Type.String(), 'Output only. Ad formats that it can load.')),
    adapterConfigMetadata: output(listOf(AdapterConfigMetadata, 'Output only. The settings that it takes.')),
  },
);
export type Adapter = Static<typeof Adapter>;

export const ListAdaptersResponse = message('ListAdaptersResponse', 'A page of adapters.', {
  adapters: listOf(Adapter, 'The adapters, in ascending order of id.'),
  nextPageToken,
});
