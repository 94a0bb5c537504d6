// Kept beside the page that shows them.
export default [
    {
        "name": "Tidebell Heron",
        "cost": "2U",
        "type": "Creature - Bird",
        "text": "Flying<br />\nWhenever Tidebell Heron attacks, scry 1."
    },
    {
        "name": "Salt Quay", // the land
        "type": "Land",
        "text": "{T}: Add {U}.",
    },
];
