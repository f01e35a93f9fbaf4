/** डिवाइस की लॉक स्क्रीन पर: न नाम, न राशि। */
export const push = {
  title: 'Recoup',
  general: 'Recoup में कुछ नया है।',
  ALLOCATION: 'आपको आवंटित ऋण: {{count}}',
  FIELD_DISPOSITION: 'आपके एक ऋण पर हुई मुलाक़ात दर्ज की गई।',
  SETTLEMENT_PROPOSED: 'एक समझौता प्रस्तावित हुआ।',
  SETTLEMENT_APPROVED: 'एक समझौता मंज़ूर हुआ।',
  SETTLEMENT_REJECTED: 'एक समझौता नामंज़ूर हुआ।',
  SETTLEMENT_LETTER: 'एक समझौता पत्र अपलोड हुआ।',
  IMPORT_FINISHED: 'एक आयात पूरा हुआ।',
  IMPORT_FAILED: 'एक आयात विफल हुआ।',
  RECEIPT_CANCEL_ASKED: 'एक एजेंट रसीद रद्द करने को कह रहा है।',
  RECEIPT_CANCELLED: 'एक रसीद रद्द हुई।',
  RECEIPT_KEPT: 'एक रसीद बनी रही।',
  PROMISE_BROKEN: 'भुगतान का एक वादा टूटा।',
  CONTACT_BREACH: 'एक संपर्क ने नियम तोड़ा।',
  CONTACT_EXCEPTION: 'एक एजेंट छूट माँग रहा है।',
};
