/** The register of the issuer's keys: public parts and life cycle. Private keys stay with their custodian. */
export interface KeyTables {
  issuer_key: {
    key_id: string;
    role: string;
    stage: string;
    certificate: Uint8Array;
    created_at: number;
    changed_at: number;
  };
  key_request: {
    key_id: string;
    /** PKCS#10, DER. */
    request: Uint8Array;
    created_at: number;
    discarded_at: number | null;
  };
}
