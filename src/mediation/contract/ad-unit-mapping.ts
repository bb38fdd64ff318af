import { type Static, Type } from 'typebox';
import { MappingState } from './enums.ts';
import { int64, listOf, mapOf, member, message, oneOf, output, text } from './message.ts';
import { nextPageToken } from './paging.ts';

export const AdUnitMapping = message(
  'AdUnitMapping',
  'What an ad unit needs to request ads of a third-party network.',
  {
    name: text(
      'accounts/{publisher_id}/adUnits/{ad_unit_id_fragment}/adUnitMappings/{ad_unit_mapping_id}, set by the server. In a request any other text counts as displayName.',
    ),
    adapterId: int64('The adapter; it decides which settings there are.'),
    displayName: text('Name of the mapping, at most 255 characters.'),
    adUnitConfigurations: mapOf(
      Type.String(),
      'Values of the settings by adapterConfigMetadataId: at most 64, of at most 4096 characters each.',
    ),
    state: output(oneOf('AdUnitMapping.State', MappingState, 'Output only.')),
  },
);
export type AdUnitMapping = Static<typeof AdUnitMapping>;

export const ListAdUnitMappingsResponse = message('ListAdUnitMappingsResponse', 'A page of mappings.', {
  adUnitMappings: listOf(AdUnitMapping, 'The mappings of the ad unit, in ascending order of id.'),
  nextPageToken,
});

export const CreateAdUnitMappingRequest = message('CreateAdUnitMappingRequest', 'One mapping of a batch.', {
  parent: text('The ad unit: accounts/{publisher_id}/adUnits/{ad_unit_id_fragment}'),
  adUnitMapping: member(AdUnitMapping, 'The mapping to create.'),
});

export const BatchCreateAdUnitMappingsRequest = message(
  'BatchCreateAdUnitMappingsRequest',
  'Mappings to create, all of them or none.',
  { requests: listOf(CreateAdUnitMappingRequest, 'At most 100.') },
);

export const BatchCreateAdUnitMappingsResponse = message(
  'BatchCreateAdUnitMappingsResponse',
  'The created mappings.',
  { adUnitMappings: listOf(AdUnitMapping, 'In the order of the requests.') },
);
