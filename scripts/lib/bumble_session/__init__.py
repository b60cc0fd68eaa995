"""A session between a simulated trainer and a client, both running on Bumble's Bluetooth stack."""
