/** The id under which clients know the network of the service. */
export const OWN_NETWORK_ID = '5450213213286189855';
