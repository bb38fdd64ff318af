import { jpeg } from './portrait.ts';

export const PID = 'eu.europa.ec.eudi.pid.1';
export const PHOTO_ID = 'org.iso.23220.photoid.1';
export const PHOTO_ID_NAMESPACE = 'org.iso.23220.1';

const portrait = jpeg({ width: 480, height: 600 }).toString('base64');

/** The elements of a PID; `replaced` changes any of them. */
export function pid(replaced: Record<string, unknown> = {}) {
  return {
    [PID]: {
      family_name: 'Åkesson-Nguyễn',
      given_name: 'Jana Maria',
      birth_date: '1990-05-12',
      place_of_birth: { country: 'NL', locality: 'Leiden' },
      nationality: ['NL', 'SE'],
      portrait,
      issuing_authority: 'NL',
      issuing_country: 'NL',
      issuance_date: '2026-01-01',
      expiry_date: '2031-01-01',
      sex: 5,
      ...replaced,
    },
  };
}

/** The elements of a photo ID of a person who turns 18 on 1 December 2026; `replaced` changes any of them. */
export function photoId(replaced: Record<string, unknown> = {}) {
  return {
    [PHOTO_ID_NAMESPACE]: {
      family_name: 'Łukaszewicz',
      given_name: 'Ola',
      birth_date: '2008-12-01',
      portrait,
      issue_date: '2026-01-01',
      expiry_date: '2031-01-01',
      issuing_authority: 'Utopia Central Registry',
      issuing_country: 'US',
      ...replaced,
    },
    [PHOTO_ID]: { person_id: '24601', birth_country: 'PL' },
  };
}

/** The AAMVA elements of a driving licence; `replaced` changes any of them. */
export function aamva(replaced: Record<string, unknown> = {}) {
  return {
    'org.iso.18013.5.1.aamva': {
      domestic_driving_privileges: [
        {
          domestic_vehicle_class: {
            domestic_vehicle_class_code: 'C',
            domestic_vehicle_class_description: 'Passenger vehicles',
          },
        },
      ],
      family_name_truncation: 'N',
      given_name_truncation: 'N',
      sex: 2,
      DHS_compliance: 'F',
      ...replaced,
    },
  };
}
